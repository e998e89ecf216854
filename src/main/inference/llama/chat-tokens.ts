import type { LlamaModel, Token } from 'node-llama-cpp';
import type { ChatMessage } from '../language-model.ts';

/**
 * A conversation as ChatML tokens. Only the marks are read as special tokens: `<|im_end|>` inside a case or a
 * question stays plain text, so quoted text can never end its own turn.
 */
export function renderChat(
  model: LlamaModel,
  messages: readonly ChatMessage[],
): { tokens: Token[]; /** Length of the leading system message. */ prefix: number } {
  const start = model.tokenize('<|im_start|>', true);
  const end = model.tokenize('<|im_end|>', true);
  const newline = model.tokenize('\n', false);
  const tokens: Token[] = [];
  let prefix = 0;
  messages.forEach((message, index) => {
    tokens.push(...start, ...model.tokenize(`${message.role}\n`, false), ...model.tokenize(message.text, false));
    const open = message.role === 'assistant' && index === messages.length - 1;
    if (!open) tokens.push(...end, ...newline);
    if (index === 0 && message.role === 'system') prefix = tokens.length;
  });
  if (messages.at(-1)?.role !== 'assistant') tokens.push(...start, ...model.tokenize('assistant\n', false));
  return { tokens, prefix };
}

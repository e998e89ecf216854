import type { OutputShape } from '../language-model.ts';
import { AppError } from '../../domain/errors.ts';

type Schema = Readonly<Record<string, unknown>>;

/** Quotes a text as a GBNF literal. */
function literalOf(text: string): string {
  const escaped = [...text].map((ch) => {
    const point = ch.codePointAt(0) ?? 0;
    if (ch === '"' || ch === '\\') return `\\${ch}`;
    if (ch === '\n') return '\\n';
    if (ch === '\r') return '\\r';
    if (ch === '\t') return '\\t';
    return point < 0x20 ? `\\x${point.toString(16).padStart(2, '0')}` : ch;
  });
  return `"${escaped.join('')}"`;
}

const longestString = 400;

function ruleOf(schema: Schema): string {
  if ('const' in schema) return literalOf(JSON.stringify(schema['const']));
  const values = schema['enum'];
  if (Array.isArray(values)) {
    if (values.length === 0) throw new AppError('internal', 'A choice without options was asked of the model.');
    return `(${values.map((value) => literalOf(JSON.stringify(value))).join(' | ')})`;
  }
  const branches = schema['anyOf'] ?? schema['oneOf'];
  if (Array.isArray(branches)) return `(${branches.map((branch) => ruleOf(branch as Schema)).join(' | ')})`;
  switch (schema['type']) {
    case 'object': {
      const members = Object.entries((schema['properties'] ?? {}) as Record<string, Schema>);
      const parts = members.map(([key, value], index) => `${literalOf(`${index > 0 ? ',' : ''}${JSON.stringify(key)}:`)} ${ruleOf(value)}`);
      return `("{" ${parts.join(' ')} "}")`;
    }
    case 'array': {
      const item = ruleOf((schema['items'] ?? { type: 'string' }) as Schema);
      const most = Math.max(1, Number(schema['maxItems'] ?? 8));
      const list = `${item} ("," ${item}){0,${most - 1}}`;
      return Number(schema['minItems'] ?? 0) > 0 ? `("[" ${list} "]")` : `("[" (${list})? "]")`;
    }
    case 'string': {
      const most = Math.min(longestString, Number(schema['maxLength'] ?? longestString));
      const least = Math.min(most, Number(schema['minLength'] ?? 0));
      return `("\\"" char{${least},${most}} "\\"")`;
    }
    case 'integer':
      return '("-"? ("0" | [1-9] [0-9]{0,9}))';
    case 'number':
      return '("-"? ("0" | [1-9] [0-9]{0,9}) ("." [0-9]{1,6})?)';
    case 'boolean':
      return '("true" | "false")';
    case 'null':
      return '"null"';
    default:
      throw new AppError('internal', `The output shape holds a type that is not supported: ${String(schema['type'])}.`);
  }
}

/**
 * GBNF of an output shape. JSON comes without any free white space and with its keys in the order of the schema,
 * all of them present: each blank would be a token, and a small model left free in order starts to wander.
 */
export function buildGrammar(shape: OutputShape): string {
  if (shape.type === 'choice') {
    if (shape.options.length === 0) throw new AppError('internal', 'A choice without options was asked of the model.');
    return `root ::= ${shape.options.map(literalOf).join(' | ')}\n`;
  }
  return `root ::= ${ruleOf(shape.schema)}\nchar ::= [^"\\\\\\x00-\\x1F] | "\\\\" (["\\\\/bfnrt] | "u" [0-9a-fA-F]{4})\n`;
}

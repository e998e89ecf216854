import type { MathJsInstance, MathNode } from 'mathjs';

export type ExpressionOutcome =
  | { readonly ok: true; readonly value: string }
  | {
      readonly ok: false;
      readonly reason:
        | 'The expression cannot be read.'
        | 'The expression uses something that is not allowed.'
        | 'The units do not fit together.'
        | 'The result is no finite number.';
    };

const functions = new Set([
  'abs',
  'ceil',
  'cbrt',
  'cos',
  'exp',
  'floor',
  'log',
  'log10',
  'max',
  'mean',
  'min',
  'round',
  'sin',
  'sqrt',
  'tan',
]);
const operators = new Set(['add', 'subtract', 'multiply', 'divide', 'pow', 'unaryMinus', 'unaryPlus', 'mod', 'to']);
const mostNodes = 60;

// Building the library's functions takes 300 ms, so it is done when the first sum comes, and once.
let opened: Promise<MathJsInstance> | null = null;
async function openMath(): Promise<MathJsInstance> {
  const { all, create } = await import('mathjs');
  return create(all ?? {}, { number: 'number' });
}

/** Signs as people write them, in the spelling of the parser. */
function spell(expression: string): string {
  return expression
    .normalize('NFKC')
    .replace(/[×·]/g, '*')
    .replace(/÷/g, '/')
    .replace(/°\s?C|℃/g, ' degC')
    .replace(/°\s?F|℉/g, ' degF')
    .replace(/°/g, ' deg')
    .replace(/[ΩΩ]/g, ' ohm')
    .replace(/[µμ](?=[A-Za-z])/g, 'u')
    .replace(/\bN\.?m\b/g, '(N m)')
    .replace(/\bl\s?\/\s?min\b/gi, 'L/minute')
    .replace(/\bmin\b(?!\s*\()/g, 'minute')
    .replace(/\bh\b/g, 'hour')
    .replace(/(?<=\d),(?=\d{3}(?!\d))(?![^(]*\))/g, '')
    .replace(/(?<=\d),(?=\d)(?![^(]*\))/g, '.');
}

/**
 * Evaluates arithmetic with units. Only numbers, units, the usual operators and a few functions pass: nothing that
 * assigns, imports, loops or builds matrices, so every expression ends at once.
 */
export async function evaluateExpression(expression: string): Promise<ExpressionOutcome> {
  const math = await (opened ??= openMath());
  let tree: MathNode;
  try {
    tree = math.parse(spell(expression));
  } catch {
    return { ok: false, reason: 'The expression cannot be read.' };
  }
  let nodes = 0;
  let allowed = true;
  tree.traverse((node: MathNode, path: string, parent: MathNode | null) => {
    nodes++;
    const fits = math.isConstantNode(node)
      ? typeof node.value === 'number'
      : math.isOperatorNode(node)
        ? operators.has(node.fn)
        : math.isFunctionNode(node)
          ? functions.has(node.fn.name)
          : math.isParenthesisNode(node)
            ? true
            : math.isSymbolNode(node)
              ? (parent !== null && math.isFunctionNode(parent) && path === 'fn') ||
                node.name === 'pi' ||
                node.name === 'e' ||
                math.Unit.isValuelessUnit(node.name)
              : false;
    allowed &&= fits;
  });
  if (!allowed || nodes > mostNodes) return { ok: false, reason: 'The expression uses something that is not allowed.' };
  let value: unknown;
  try {
    value = tree.evaluate();
  } catch {
    return { ok: false, reason: 'The units do not fit together.' };
  }
  const number = math.isUnit(value) ? value.toNumeric(value.formatUnits()) : value;
  if (typeof number !== 'number' || !Number.isFinite(number)) return { ok: false, reason: 'The result is no finite number.' };
  return { ok: true, value: math.format(value, { precision: 6 }) };
}

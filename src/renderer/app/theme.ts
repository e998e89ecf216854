import { createTheme, defaultVariantColorsResolver, type CSSVariablesResolver, type MantineColorsTuple } from '@mantine/core';

// The mark's orange as a scale; index 8 is used on light ground (4.7 : 1 on white), index 4 on dark ground.
const ember: MantineColorsTuple = [
  '#fff1ea',
  '#ffe0d1',
  '#ffc1a3',
  '#ffa373',
  '#ff8a4c',
  '#f76f2a',
  '#ec5c18',
  '#e04e11',
  '#d0440d',
  '#a8370b',
];
const leaf: MantineColorsTuple = [
  '#e4f5ef',
  '#c5eadd',
  '#96dcc5',
  '#5cd0ae',
  '#31bd95',
  '#179f7a',
  '#0d8a69',
  '#0b7a5e',
  '#0a6b53',
  '#075340',
];

// The header of a dialog is not the header of the page.
const attributes = { header: { role: 'presentation' } };

// Panels, fields and lines on dark ground, in the cool grey of the ground.
const dark: MantineColorsTuple = [
  '#e9edf1',
  '#c3ccd5',
  '#9aa7b4',
  '#7b8895',
  '#34404b',
  '#2a323b',
  '#1c2229',
  '#171c22',
  '#101418',
  '#0b0e11',
];

export const theme = createTheme({
  colors: { ember, leaf, dark },
  primaryColor: 'ember',
  primaryShade: { light: 8, dark: 4 },
  // Filled colours are deep on light ground and bright on dark ground; the ink on them follows the theme.
  variantColorResolver: (input) => ({
    ...defaultVariantColorsResolver(input),
    ...(input.variant === 'filled' ? { color: 'var(--on-fill)' } : {}),
  }),
  fontFamily: '"Inter", "Noto Sans", "Noto Sans CJK SC", "Microsoft YaHei", "PingFang SC", system-ui, sans-serif',
  fontFamilyMonospace: 'ui-monospace, "SF Mono", "Cascadia Mono", "Noto Sans Mono", monospace',
  fontSizes: { xs: '13px', sm: '14px', md: '16px', lg: '18px', xl: '22px' },
  spacing: { xs: '4px', sm: '8px', md: '12px', lg: '16px', xl: '24px' },
  radius: { sm: '6px', md: '8px', lg: '12px', xl: '16px' },
  defaultRadius: 'md',
  headings: {
    fontWeight: '600',
    sizes: {
      h1: { fontSize: '18px', lineHeight: '1.4' },
      h2: { fontSize: '16px', lineHeight: '1.4' },
      h3: { fontSize: '13px', lineHeight: '1.4' },
    },
  },
  respectReducedMotion: true,
  components: {
    Button: { defaultProps: { mih: 44 } },
    // The page itself never scrolls, so there is nothing to lock; locking would put a style element into the page.
    Drawer: { defaultProps: { lockScroll: false, padding: 'xl', overlayProps: { backgroundOpacity: 0.2 }, attributes } },
    ActionIcon: { defaultProps: { size: 44, variant: 'subtle' } },
    Input: { vars: () => ({ wrapper: { '--input-height': '44px' } }) },
    TextInput: { defaultProps: { size: 'md' } },
    Textarea: { defaultProps: { size: 'md' } },
    Select: { defaultProps: { size: 'md' } },
    NumberInput: { defaultProps: { size: 'md' } },
    Modal: {
      defaultProps: {
        radius: 'lg',
        centered: true,
        lockScroll: false,
        transitionProps: { duration: 120 },
        padding: 'xl',
        overlayProps: { backgroundOpacity: 0.35 },
        attributes,
      },
    },
    Tooltip: { defaultProps: { transitionProps: { duration: 100 }, openDelay: 300, events: { hover: true, focus: true, touch: true } } },
  },
});

/** Meanings of colour: ground, panel, line, soft ink, evidence, caution. The same names in both themes. */
export const variables: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    '--ground': '#f6f7f8',
    '--panel': '#ffffff',
    '--line': '#e2e5e9',
    '--ink': '#14181d',
    '--soft': '#566170',
    '--accent': '#c8400b',
    '--accent-soft': '#fff1ea',
    '--evidence': '#0a6b53',
    '--evidence-soft': '#e4f5ef',
    '--caution': '#7a5000',
    '--caution-soft': '#fff6dd',
    '--chip': '#eef1f4',
    '--on-fill': '#ffffff',
    '--shadow': '0 1px 2px rgb(16 24 32 / 5%)',
    '--mantine-color-body': '#f6f7f8',
    '--mantine-color-text': '#14181d',
    '--mantine-color-dimmed': '#566170',
    '--mantine-color-placeholder': '#566170',
  },
  dark: {
    '--ground': '#101418',
    '--panel': '#171c22',
    '--line': '#2a323b',
    '--ink': '#e9edf1',
    '--soft': '#9aa7b4',
    '--accent': '#ff8a4c',
    '--accent-soft': '#2b1c14',
    '--evidence': '#5cd0ae',
    '--evidence-soft': '#11261f',
    '--caution': '#ffd479',
    '--caution-soft': '#2a2413',
    '--chip': '#222a33',
    '--on-fill': '#14181d',
    '--shadow': 'none',
    '--mantine-color-body': '#101418',
    '--mantine-color-text': '#e9edf1',
    '--mantine-color-dimmed': '#9aa7b4',
    '--mantine-color-placeholder': '#9aa7b4',
  },
});

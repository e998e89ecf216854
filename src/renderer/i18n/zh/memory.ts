export const memory = {};

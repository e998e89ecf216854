export const diagnose = {};

export const house = {};

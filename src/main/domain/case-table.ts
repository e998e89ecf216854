/** Fields of a case that a column of a table can fill. */
export const caseFields = ['title', 'text', 'resolution', 'equipment', 'asset', 'codes', 'workOrder', 'source', 'madeAt'] as const;
export type CaseField = (typeof caseFields)[number];
export type CaseMapping = Partial<Record<CaseField, string>>;

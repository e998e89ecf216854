/** The words of the domain that the window needs: types, and the lists behind its choices. */
export { caseFields } from '../../main/domain/case-table.ts';
export { standings, unitKinds, unitStatuses } from '../../main/domain/memory-unit.ts';
export { photoRoles } from '../../main/domain/photo.ts';
export type { CaseMapping } from '../../main/domain/case-table.ts';
export type { Diagnosis, DiagnosisEvent, MatchReason, RemovedClaim, SimilarCase } from '../../main/domain/diagnosis.ts';
export type { Evidence } from '../../main/domain/evidence.ts';
export type { Language } from '../../main/domain/language.ts';
export type { MemoryUnit, Standing, UnitKind, UnitStatus } from '../../main/domain/memory-unit.ts';
export type { Box, FieldName, PhotoField, PhotoReading, PhotoRole } from '../../main/domain/photo.ts';

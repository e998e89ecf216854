import { readdir, readFile, stat } from 'node:fs/promises';
import { join, relative } from 'node:path';
import type { Connection, Table } from '@lancedb/lancedb';
import { contentColumns, tableName } from './schema.ts';
import { dropIndexes, ensureIndexes } from './indexes.ts';
import { inList } from './filter-sql.ts';

/** Every file under a folder, by its path from there. */
export async function filesUnder(dir: string): Promise<string[]> {
  const entries = await readdir(dir, { recursive: true, withFileTypes: true }).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  return entries.filter((entry) => entry.isFile()).map((entry) => relative(dir, join(entry.parentPath, entry.name)));
}

export async function bytesUnder(dir: string): Promise<number> {
  const sizes = await Promise.all(
    (await filesUnder(dir)).map((file) =>
      stat(join(dir, file)).then(
        (found) => found.size,
        () => 0,
      ),
    ),
  );
  return sizes.reduce((sum, size) => sum + size, 0);
}

/** Content lies in these folders of a table; manifests and transactions hold none. */
function holdsContent(file: string): boolean {
  return /[/\\](?:data|_indices|_deletions)[/\\]/.test(file);
}

/** Opens each version that remains in turn; the handle is a second one, so the store's own never moves. */
export async function* tableVersions(connection: Connection): AsyncGenerator<{ version: number; table: Table }> {
  const table = await connection.openTable(tableName);
  try {
    for (const { version } of await table.listVersions()) {
      await table.checkout(version);
      yield { version, table };
    }
  } finally {
    table.close();
  }
}

/**
 * Deletes rows so that nothing of them stays on disk, and says whether that is so. `delete` and a cleanup alone leave
 * old pages and keyword index files behind: all rows are rewritten and all indexes dropped before the cleanup,
 * then every file of content that was there before must be gone. The caller holds the folder's lock and lets no
 * read run meanwhile. Safe to repeat after it was killed half-way.
 */
export async function eraseRows(connection: Connection, table: Table, dir: string, ids: readonly string[]): Promise<boolean> {
  const before = new Set((await filesUnder(dir)).filter(holdsContent));
  await table.delete(inList('id', ids));
  // A column set to itself: each row goes into a new file.
  await table.update({ valuesSql: { id: 'id' } });
  await dropIndexes(table);
  // Versions made within the last moments count as old too; the newest is always kept.
  await table.optimize({ cleanupOlderThan: new Date(Date.now() + 60_000), deleteUnverified: true });
  const left = (await filesUnder(dir)).filter(holdsContent);
  let erased = left.every((file) => !before.has(file) && !/[/\\]_indices[/\\]/.test(file));
  for await (const { table: old } of tableVersions(connection)) {
    if ((await old.countRows(inList('id', ids))) > 0) erased = false;
  }
  await ensureIndexes(table);
  return erased;
}

/** All text of all versions, and the readable runs of every file of the folder. */
export async function* readAllText(connection: Connection, dir: string): AsyncGenerator<{ where: string; text: string }> {
  for await (const { version, table } of tableVersions(connection)) {
    for await (const batch of table.query().select([...contentColumns, 'codes'])) {
      for (const row of batch) {
        if (row === null) continue;
        for (const column of contentColumns)
          yield { where: `version ${version}, ${column} of ${String(row['id'])}`, text: String(row[column] ?? '') };
        yield { where: `version ${version}, codes of ${String(row['id'])}`, text: [...(row['codes'] as Iterable<string>)].join(' ') };
      }
    }
  }
  for (const file of await filesUnder(dir)) yield { where: `file ${file}`, text: await readFile(join(dir, file), 'utf8') };
}

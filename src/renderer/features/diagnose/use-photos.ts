import { useCallback, useEffect, useRef, useState } from 'react';
import type { FieldName, PhotoRole } from '../../../preload/contract/vocabulary.ts';
import type { PhotoPreview } from '../../../preload/contract/index.ts';
import { interfaceLanguage } from '../../i18n/start-translations.ts';
import { client, toFailure, type Failure } from '../../api/client.ts';

/** A photo on the page: the user's own file, and what the core read on it. */
export interface DroppedPhoto {
  readonly key: string;
  readonly name: string;
  /** Address of the file in this page's memory. */
  readonly url: string;
  readonly role: PhotoRole;
  readonly preview: PhotoPreview | null;
  readonly failure: Failure | null;
}

export interface Correction {
  readonly handle: string;
  readonly name: FieldName;
  readonly index: number;
  readonly value: string;
}

const mostPhotos = 8;
let lastKey = 0;

/** The photos on the desk: added, read, given a role, put away. */
export function usePhotos() {
  const [photos, setPhotos] = useState<readonly DroppedPhoto[]>([]);
  const [selected, setSelected] = useState<string | null>(null);
  const [corrections, setCorrections] = useState<readonly Correction[]>([]);
  const readers = useRef(new Map<string, AbortController>());

  const patch = useCallback((key: string, change: Partial<DroppedPhoto>) => {
    setPhotos((now) => now.map((photo) => (photo.key === key ? { ...photo, ...change } : photo)));
  }, []);

  const add = useCallback(
    (files: readonly File[]) => {
      const fresh = files.slice(0, mostPhotos).map((file) => ({
        file,
        photo: {
          key: `p${++lastKey}`,
          name: file.name,
          url: URL.createObjectURL(file),
          role: 'fault' as PhotoRole,
          preview: null,
          failure: null,
        },
      }));
      if (fresh.length === 0) return;
      setPhotos((now) => [...now, ...fresh.map((item) => item.photo)].slice(0, mostPhotos));
      setSelected(fresh[0]?.photo.key ?? null);
      for (const { file, photo } of fresh) {
        const controller = new AbortController();
        readers.current.set(photo.key, controller);
        client.diagnose
          .readPhoto({ file, role: photo.role, language: interfaceLanguage() }, { signal: controller.signal })
          .then((preview) => patch(photo.key, { preview }))
          .catch((error: unknown) => {
            if (!controller.signal.aborted) patch(photo.key, { failure: toFailure(error) });
          })
          .finally(() => readers.current.delete(photo.key));
      }
    },
    [patch],
  );

  const remove = useCallback((key: string) => {
    readers.current.get(key)?.abort();
    setPhotos((now) => {
      const gone = now.find((photo) => photo.key === key);
      if (gone) {
        URL.revokeObjectURL(gone.url);
        if (gone.preview) void client.diagnose.forgetPhoto({ handle: gone.preview.handle }).catch(() => undefined);
      }
      const rest = now.filter((photo) => photo.key !== key);
      setSelected((current) => (current === key ? (rest.at(-1)?.key ?? null) : current));
      return rest;
    });
  }, []);

  const setRole = useCallback((key: string, role: PhotoRole) => patch(key, { role }), [patch]);

  const correct = useCallback((correction: Correction) => {
    setCorrections((now) => [...now.filter((item) => !(item.handle === correction.handle && item.index === correction.index)), correction]);
  }, []);

  const clear = useCallback(() => {
    for (const controller of readers.current.values()) controller.abort();
    setPhotos((now) => {
      for (const photo of now) {
        URL.revokeObjectURL(photo.url);
        if (photo.preview) void client.diagnose.forgetPhoto({ handle: photo.preview.handle }).catch(() => undefined);
      }
      return [];
    });
    setCorrections([]);
    setSelected(null);
  }, []);

  useEffect(() => {
    const reading = readers.current;
    return () => {
      for (const controller of reading.values()) controller.abort();
    };
  }, []);

  const current = photos.find((photo) => photo.key === selected) ?? photos.at(-1) ?? null;
  return {
    photos,
    current,
    corrections,
    add,
    remove,
    setRole,
    correct,
    select: setSelected,
    clear,
    reading: photos.some((photo) => !photo.preview && !photo.failure),
  };
}

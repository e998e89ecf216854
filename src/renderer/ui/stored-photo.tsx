import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { ImageOff } from 'lucide-react';
import { useEffect, useState } from 'react';
import { client } from '../api/client.ts';

/** A redacted photo of the memory, fetched through the contract like everything else. */
export function StoredPhoto({ file, size, alt, className }: { file: string; size: 'full' | 'thumbnail'; alt: string; className?: string }) {
  const photo = useQuery({
    queryKey: ['photo', file, size],
    queryFn: ({ signal }) => client.memory.photo({ file, size }, { signal }),
    staleTime: Infinity,
  });
  const [url, setUrl] = useState<string | null>(null);
  useEffect(() => {
    if (!photo.data) return;
    const made = URL.createObjectURL(photo.data);
    setUrl(made);
    return () => URL.revokeObjectURL(made);
  }, [photo.data]);
  if (photo.isError) return <ImageOff size={20} aria-label={alt} className="soft" />;
  if (!url) return <Skeleton className={className} />;
  return <img src={url} alt={alt} className={className} />;
}

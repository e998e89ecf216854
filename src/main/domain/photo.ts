import { z } from 'zod';
import type { Masked } from './masked.ts';

export const photoRoles = ['fault', 'before', 'after', 'nameplate'] as const;
export type PhotoRole = (typeof photoRoles)[number];

/** Axis-aligned box in pixels of the upright photo: left, top, width, height. */
export type Box = readonly [x: number, y: number, width: number, height: number];
export type Point = readonly [x: number, y: number];

/** 8-bit sRGB pixels, upright, three channels, row by row, no padding. `data.length === width * height * 3`. */
export interface RgbImage {
  readonly width: number;
  readonly height: number;
  readonly data: Uint8Array;
}

/** One line of text that OCR found. Before masking `T` is `string`; what leaves perception is `Masked`. */
export interface OcrLine<T extends string = Masked> {
  readonly text: T;
  readonly box: Box;
  /** The four corners, clockwise from the text's own top left: a slanted line is not its box. */
  readonly corners: readonly [Point, Point, Point, Point];
  /** Mean probability of the characters, 0–1. */
  readonly confidence: number;
  /** Indexes into `text` (UTF-16) of characters read with less than 0.8 probability. */
  readonly doubtful: readonly number[];
}

export const fieldNames = ['fault-code', 'model', 'serial', 'part-number', 'asset', 'reading', 'equipment'] as const;
export type FieldName = (typeof fieldNames)[number];

/** A value picked out of the OCR lines. */
export interface PhotoField<T extends string = Masked> {
  readonly name: FieldName;
  /** As printed: `E-204`, `88231-A7`, `78 °C`. */
  readonly value: T;
  /** Normalised form for exact look-up (see `normaliseCode`); empty for readings. */
  readonly normal: string;
  /** Spellings with look-alike characters swapped (0/O, 1/I/l, 5/S, 8/B, 6/9), normalised, without `normal` itself. */
  readonly lookAlikes: readonly string[];
  readonly box: Box;
  readonly confidence: number;
}

export interface PhotoLabel {
  readonly name: string;
  /** Softmax probability, 0–1. */
  readonly confidence: number;
}

/** What was measured on the pixels before anything was read. */
export interface PhotoQuality {
  /** Mean luma, 0–255. */
  readonly brightness: number;
  /** Share of pixels at 250 or above, 0–1. */
  readonly glare: number;
  /** Variance of the Laplacian of the luma at 1,024 px on the long side. */
  readonly sharpness: number;
  /** What is wrong, in the order of importance; empty when the photo is good. */
  readonly problems: readonly ('dark' | 'blurred' | 'glare' | 'small' | 'flat')[];
  /** False when codes read from this photo must not be matched. */
  readonly textTrusted: boolean;
}

/** Everything perception says about one photo. */
export interface PhotoReading<T extends string = Masked> {
  /** Labels, OCR lines and fields as structured text: the main route to recall. */
  readonly description: T;
  readonly ocr: readonly OcrLine<T>[];
  readonly fields: readonly PhotoField<T>[];
  readonly labels: readonly PhotoLabel[];
  readonly width: number;
  readonly height: number;
  readonly quality: PhotoQuality;
  /** The turn that was applied before reading, in degrees clockwise, on top of EXIF orientation. */
  readonly rotation: 0 | 90 | 180 | 270;
  /** True when the file was truncated and only part of it could be decoded. */
  readonly partial: boolean;
}

/** A photo as the user gives it. */
export const photoInputSchema = z.object({
  bytes: z.instanceof(Uint8Array),
  role: z.enum(photoRoles).default('fault'),
});
export type PhotoInput = z.infer<typeof photoInputSchema>;

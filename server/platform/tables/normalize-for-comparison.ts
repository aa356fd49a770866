import { foldText } from "../../../shared/kernel/text/fold";

/** Normalizes titles and values for comparison: folded, without spaces and punctuation. */
export const normalizeForComparison = (text: string): string => foldText(text).replace(/[^\p{L}\p{N}]/gu, "");

import { useLocation } from "react-router-dom";

/** The comment that the address names: `?comment=12`. */
export function useLinkedComment(): { id: number | null; visit: string } {
  const { search, key } = useLocation();
  const id = Number(new URLSearchParams(search).get("comment"));
  // Following the same link once more leads there once more.
  return { id: Number.isSafeInteger(id) && id > 0 ? id : null, visit: key };
}

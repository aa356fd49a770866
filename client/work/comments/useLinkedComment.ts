import { useLocation } from "react-router-dom";

/** The comment named in the URL: `?comment=12`. */
export function useLinkedComment(): { id: number | null; visit: string } {
  const { search, key } = useLocation();
  const id = Number(new URLSearchParams(search).get("comment"));
  // The location's key changes when the same link is followed again, so that the page scrolls to the comment again.
  return { id: Number.isSafeInteger(id) && id > 0 ? id : null, visit: key };
}

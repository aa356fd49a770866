import type { Location } from "react-router-dom";

export interface EditorState {
  /** Names the form that is open: it stays when a new request gets its address with its first saving. */
  editor?: string;
}

/** Whether an address only gives the open form its name. */
export const isSameEditor = ({ state }: Location): boolean => Boolean((state as EditorState | null)?.editor);

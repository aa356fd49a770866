import type { Location } from "react-router-dom";

export interface EditorState {
  /** Id of the open form, kept when its first save changes the URL. */
  editor?: string;
}

/** Whether a navigation only adds the id to the URL of the open form. */
export const isSameEditor = ({ state }: Location): boolean => Boolean((state as EditorState | null)?.editor);

import { type RefObject, useEffect, useState } from "react";

const hasFiles = (event: DragEvent) => event.dataTransfer?.types.includes("Files") ?? false;
const isField = (target: EventTarget | null) =>
  target instanceof HTMLElement && (target.isContentEditable || target.matches("input, textarea"));

/** The enclosing panel or page, so that files can be dropped anywhere on it. */
const dropAreaOf = (element: HTMLElement | null): HTMLElement | null =>
  element?.closest<HTMLElement>("[data-drop-files]") ?? element;

/**
 * Handles files that are dropped on the area around `inside`, or pasted while the component is mounted. Drops outside the area are
 * canceled, because the browser would otherwise open the file.
 * @returns the area while files hover over it
 */
export function useFileDrop(
  inside: RefObject<HTMLElement | null>,
  enabled: boolean,
  onFiles: (files: readonly File[], how: "drop" | "paste") => void,
): HTMLElement | null {
  const [over, setOver] = useState<HTMLElement | null>(null);
  useEffect(() => {
    if (!enabled) return;
    const area = dropAreaOf(inside.current);
    if (!area) return;
    const drag = (event: DragEvent) => {
      if (!hasFiles(event) || !event.dataTransfer) return;
      event.preventDefault();
      const isInside = event.target instanceof Node && area.contains(event.target);
      event.dataTransfer.dropEffect = isInside ? "copy" : "none";
      setOver(isInside ? area : null);
    };
    const leave = (event: DragEvent) => {
      if (event.relatedTarget === null) setOver(null); // the pointer left the window
    };
    const drop = (event: DragEvent) => {
      if (!hasFiles(event)) return;
      event.preventDefault();
      setOver(null);
      const files = [...(event.dataTransfer?.files ?? [])];
      if (files.length > 0 && event.target instanceof Node && area.contains(event.target)) onFiles(files, "drop");
    };
    const paste = (event: ClipboardEvent) => {
      const files = [...(event.clipboardData?.files ?? [])];
      if (files.length === 0 || event.defaultPrevented) return;
      // Pasted text that also contains images belongs to the focused field.
      if (isField(event.target) && event.clipboardData?.types.some((type) => type.startsWith("text/"))) return;
      event.preventDefault();
      onFiles(files, "paste");
    };
    window.addEventListener("dragenter", drag);
    window.addEventListener("dragover", drag);
    window.addEventListener("dragleave", leave);
    window.addEventListener("drop", drop);
    document.addEventListener("paste", paste);
    return () => {
      window.removeEventListener("dragenter", drag);
      window.removeEventListener("dragover", drag);
      window.removeEventListener("dragleave", leave);
      window.removeEventListener("drop", drop);
      document.removeEventListener("paste", paste);
    };
  }, [inside, enabled, onFiles]);
  return enabled ? over : null;
}

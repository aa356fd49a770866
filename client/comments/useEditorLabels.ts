import type { RichTextEditorLabels } from "@mantine/tiptap";
import { useMemo } from "react";
import { useText } from "../platform/intl/useText";

/** The words on the tools of the text editor. */
export function useEditorLabels(): Partial<RichTextEditorLabels> {
  const text = useText();
  return useMemo(
    () => ({
      boldControlLabel: text("editor.bold"),
      italicControlLabel: text("editor.italic"),
      strikeControlLabel: text("editor.strike"),
      codeControlLabel: text("editor.code"),
      h3ControlLabel: text("editor.heading"),
      bulletListControlLabel: text("editor.bullets"),
      orderedListControlLabel: text("editor.numbers"),
      blockquoteControlLabel: text("editor.quote"),
      linkControlLabel: text("editor.link"),
      linkEditorInputLabel: text("editor.link.address"),
      linkEditorInputPlaceholder: text("editor.link.placeholder"),
      linkEditorExternalLink: text("editor.link.newTab"),
      linkEditorInternalLink: text("editor.link.sameTab"),
      linkEditorSave: text("action.save"),
    }),
    [text],
  );
}

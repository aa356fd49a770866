import { Textarea } from "@mantine/core";
import { useState } from "react";
import { later } from "../ui/later";
import { Skeleton } from "../ui/Skeleton";
import type { RichTextEditorProps } from "./RichTextEditor";
import classes from "./TextEditor.module.css";

/** The text editor, in its box while it is being loaded. Where it can't be, one writes without it. */
export const TextEditor = later<RichTextEditorProps>(async () => (await import("./RichTextEditor")).RichTextEditor, {
  waiting: () => (
    <div className={classes.loading} aria-hidden>
      <Skeleton width="40%" />
    </div>
  ),
  failed: PlainEditor,
});

/** What is typed here is plain text: the server keeps its lines. Text with markup isn't touched. */
function PlainEditor({ html, label, placeholder, autoFocus, onChange, onEscape, onBlur }: RichTextEditorProps) {
  const [typed, setTyped] = useState("");
  return (
    <Textarea
      autoFocus={autoFocus}
      aria-label={label}
      placeholder={html === "" ? placeholder : undefined}
      value={typed}
      readOnly={html !== ""}
      onChange={(event) => {
        setTyped(event.currentTarget.value);
        onChange(event.currentTarget.value);
      }}
      onKeyDown={(event) => {
        event.stopPropagation();
        if (event.key === "Escape") onEscape?.();
      }}
      onBlur={onBlur}
    />
  );
}

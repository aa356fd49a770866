import { lazy, Suspense } from "react";
import { Skeleton } from "../ui/Skeleton";
import type { RichTextEditorProps } from "./RichTextEditor";
import classes from "./TextEditor.module.css";

const RichTextEditor = lazy(async () => ({ default: (await import("./RichTextEditor")).RichTextEditor }));

/** The text editor, in its box while it is being loaded. */
export function TextEditor(props: RichTextEditorProps) {
  return (
    <Suspense
      fallback={
        <div className={classes.loading} aria-hidden>
          <Skeleton width="40%" />
        </div>
      }
    >
      <RichTextEditor {...props} />
    </Suspense>
  );
}

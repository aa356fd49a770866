import { type ComponentType, type KeyboardEvent, type RefObject, useEffect, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { plainText } from "../../platform/plain-text";
import type { RichTextEditorProps } from "./RichTextEditor";
import { useReturnFocus } from "./useReturnFocus";
import { appendParagraphs, emptyPlainText, type PlainText } from "./plain-text";
import classes from "./TextEditor.module.css";

type Editor = ComponentType<RichTextEditorProps>;

let loaded: Editor | null = null;
const load = async () => (loaded ??= (await import("./RichTextEditor")).RichTextEditor);

interface TextEditorProps extends Omit<RichTextEditorProps, "typed" | "root"> {
  /** Whether the field is collapsed to one line, without the editor, until the user clicks it. */
  resting?: boolean;
  onFocus?: () => void;
}

/**
 * Rich-text field that accepts keys immediately: a plain text field until the editor's code is loaded. The editor then takes over the text,
 * caret and focus; if loading fails, the plain field stays.
 */
export function TextEditor({ resting = false, onFocus, ...props }: TextEditorProps) {
  const [start] = useState(props.html);
  const [Rich, setRich] = useState(() => loaded);
  const [typed, setTyped] = useState<PlainText>(emptyPlainText);
  const [takenOver, setTakenOver] = useState(!resting && loaded !== null);
  const [focused, setFocused] = useState(props.autoFocus ?? false);
  const field = useRef<HTMLTextAreaElement>(null);
  const composing = useRef(false);
  const root = useRef<HTMLDivElement>(null);
  useReturnFocus(root, props.autoFocus ?? false);

  const plain = resting || !takenOver;
  if (resting && takenOver) {
    setTakenOver(false);
    setTyped(emptyPlainText);
  }
  useEffect(() => {
    if (resting || takenOver) return;
    let frame = 0;
    let isMounted = true;
    const takeOver = (editor: Editor) => {
      const element = field.current;
      if (!isMounted || !element) return;
      // Waits while the pointer is pressed or an IME composition is active.
      if (element.matches(":active") || composing.current) {
        frame = requestAnimationFrame(() => takeOver(editor));
        return;
      }
      // Renders synchronously, because a key pressed before a later render would be lost.
      flushSync(() => {
        setTyped({ text: element.value, from: element.selectionStart, to: element.selectionEnd });
        setFocused(document.activeElement === element);
        setRich(() => editor);
        setTakenOver(true);
      });
    };
    load().then(takeOver, () => undefined);
    return () => {
      isMounted = false;
      cancelAnimationFrame(frame);
    };
  }, [resting, takenOver]);

  if (!plain && Rich) return <Rich {...props} html={start} typed={typed} autoFocus={focused} root={root} />;
  return (
    <PlainField
      {...props}
      root={root}
      start={start}
      field={field}
      composing={composing}
      resting={resting}
      onFocus={onFocus}
    />
  );
}

interface PlainFieldProps extends TextEditorProps {
  root: RefObject<HTMLDivElement | null>;
  start: string;
  field: RefObject<HTMLTextAreaElement | null>;
  composing: RefObject<boolean>;
}

/** Text typed here is appended to the existing content. */
function PlainField({ root, start, field, composing, resting, ...props }: PlainFieldProps) {
  const { label, placeholder, autoFocus, compact, onChange, onSubmit, onEscape, onBlur, onFocus } = props;
  const onKeyDown = (event: KeyboardEvent) => {
    event.stopPropagation(); // letters are text here, not shortcuts
    if (event.key === "Escape") onEscape?.();
    else if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      onSubmit?.();
    }
  };
  return (
    <div
      ref={root}
      className={classes.plain}
      data-text-editor
      data-resting={resting || undefined}
      data-compact={compact || undefined}
    >
      {start !== "" && <p>{plainText(start)}</p>}
      <textarea
        ref={field}
        // Focused because the user has just opened this field.
        autoFocus={autoFocus && !resting}
        rows={resting ? 1 : 2}
        dir="auto"
        aria-label={label}
        placeholder={start === "" ? placeholder : undefined}
        title={resting ? placeholder : undefined}
        onChange={(event) => onChange(appendParagraphs(start, event.currentTarget.value))}
        onKeyDown={onKeyDown}
        onFocus={onFocus}
        onBlur={onBlur}
        onCompositionStart={() => void (composing.current = true)}
        onCompositionEnd={() => void (composing.current = false)}
      />
    </div>
  );
}

import { RichTextEditor as Frame } from "@mantine/tiptap";
import "@mantine/tiptap/styles.layer.css";
import Link from "@tiptap/extension-link";
import Placeholder from "@tiptap/extension-placeholder";
import { type Editor, useEditor } from "@tiptap/react";
import StarterKit from "@tiptap/starter-kit";
import { type FocusEvent, type KeyboardEvent, useLayoutEffect, useState } from "react";
import { useText } from "../platform/intl/useText";
import type { Person } from "../ui/signs/people";
import { MentionList } from "./MentionList";
import { MentionControl, type MentionMenu, mentions } from "./mentions";
import { type KeepPicture, PictureTool, pictures } from "./pictures";
import { nodesOf, type PlainText, positionIn } from "./plain-text";
import classes from "./RichTextEditor.module.css";
import { useEditorLabels } from "./useEditorLabels";

export interface RichTextEditorProps {
  /** Where it starts; what is typed afterwards is its own. */
  html: string;
  /** What was typed before it was there: it goes on from there. */
  typed?: PlainText;
  /** Who can be mentioned. */
  people: readonly Person[];
  label: string;
  placeholder?: string;
  autoFocus?: boolean;
  /** Empty text when there is nothing to read. */
  onChange: (html: string) => void;
  /** Ctrl or Cmd with Enter. */
  onSubmit?: () => void;
  onEscape?: () => void;
  onBlur?: () => void;
  /** Pictures can be put into the text: pasted, dropped, chosen. Stays the same function while one writes. */
  keepPicture?: KeepPicture;
  /** Smaller, with its tools only while one writes. */
  compact?: boolean;
}

/** The heavy part of writing: loaded when someone starts to. */
export function RichTextEditor({
  html,
  typed,
  people,
  label,
  placeholder,
  autoFocus,
  onChange,
  onSubmit,
  onEscape,
  onBlur,
  keepPicture,
  compact,
}: RichTextEditorProps) {
  const text = useText();
  const labels = useEditorLabels();
  const [menu, setMenu] = useState<MentionMenu | null>(null);
  const [control] = useState(() => new MentionControl(setMenu));
  useLayoutEffect(() => control.know(people), [control, people]);
  const [extensions] = useState(() => [
    StarterKit.configure({ link: false, heading: { levels: [3, 4] }, horizontalRule: false }),
    Link.configure({ openOnClick: false, autolink: true, defaultProtocol: "https" }),
    Placeholder.configure({ placeholder: placeholder ?? "" }),
    mentions(control),
    ...(keepPicture ? [pictures(keepPicture)] : []),
  ]);
  const editor = useEditor({
    extensions,
    content: html,
    injectCSS: false, // the content security policy allows no style elements
    shouldRerenderOnTransaction: true,
    autofocus: false, // that would be some frames later, and keys would go elsewhere meanwhile
    editorProps: { attributes: { "aria-label": label, role: "textbox", "aria-multiline": "true", dir: "auto" } },
    onUpdate: ({ editor: now }) => onChange(htmlOf(now)),
  });
  const [start] = useState({ typed, autoFocus });
  useLayoutEffect(() => {
    // One that was made for a drawing that came late is thrown away again; its successor is another `editor`.
    if (editor.isDestroyed) return;
    if (start.typed && start.typed.text !== "") takeOver(editor, start.typed);
    else editor.commands.setTextSelection(editor.state.doc.content.size);
    if (start.autoFocus) editor.chain().scrollIntoView().run();
    if (start.autoFocus) editor.view.focus();
  }, [editor, start]);
  /** Before the editor: to it this would be a line break. */
  const submitFirst = (event: KeyboardEvent) => {
    if (event.key !== "Enter" || !(event.metaKey || event.ctrlKey)) return;
    event.preventDefault();
    event.stopPropagation();
    onSubmit?.();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    event.stopPropagation(); // letters are text here, not shortcuts of the screen
    if (event.key === "Escape" && !menu) onEscape?.();
  };
  const left = (event: FocusEvent<HTMLElement>) => {
    if (!event.currentTarget.contains(event.relatedTarget as Node | null) && !isInPopup(event.relatedTarget))
      onBlur?.();
  };
  return (
    <Frame
      editor={editor}
      labels={labels}
      className={classes.editor}
      classNames={{ content: classes.content, toolbar: classes.toolbar, control: classes.control }}
      data-compact={compact || undefined}
      onKeyDownCapture={submitFirst}
      onKeyDown={onKeyDown}
      onBlur={left}
    >
      <Frame.Toolbar aria-label={text("editor.tools")} role="toolbar">
        <Frame.ControlsGroup>
          <Frame.Bold />
          <Frame.Italic />
          <Frame.Strikethrough />
          <Frame.Code />
        </Frame.ControlsGroup>
        <Frame.ControlsGroup>
          {!compact && <Frame.H3 />}
          <Frame.BulletList />
          <Frame.OrderedList />
          <Frame.Blockquote />
          <Frame.Link />
          {keepPicture && <PictureTool editor={editor} keep={keepPicture} />}
        </Frame.ControlsGroup>
      </Frame.Toolbar>
      <Frame.Content />
      {menu && <MentionList control={control} menu={menu} />}
    </Frame>
  );
}

function takeOver(editor: Editor, typed: PlainText): void {
  const { size } = editor.state.doc.content;
  editor.commands.insertContentAt(editor.isEmpty ? { from: 0, to: size } : size, nodesOf(typed));
  const place = (offset: number) => positionIn(editor.state.doc.content.size, typed, offset);
  editor.commands.setTextSelection({ from: place(typed.from), to: place(typed.to) });
}

function htmlOf(editor: Editor): string {
  const html = editor.getHTML();
  return editor.getText().trim() === "" && !html.includes("<img ") ? "" : html;
}

/** The link field opens beside the text, not in it. */
function isInPopup(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest("[data-portal], .mantine-Popover-dropdown") !== null;
}

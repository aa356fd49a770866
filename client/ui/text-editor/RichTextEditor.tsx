import { RichTextEditor as Frame, type RichTextEditorLabels } from "@mantine/tiptap";
import "@mantine/tiptap/styles.layer.css";
import Placeholder from "@tiptap/extension-placeholder";
import { DOMParser as SchemaParser, Fragment, type ResolvedPos, type Schema, Slice } from "@tiptap/pm/model";
import type { EditorView } from "@tiptap/pm/view";
import { type Editor, useEditor } from "@tiptap/react";
import StarterKit from "@tiptap/starter-kit";
import { type FocusEvent, type KeyboardEvent, type RefObject, useLayoutEffect, useMemo, useState } from "react";
import { useText } from "../../platform/intl/useText";
import type { Person } from "../signs/people";
import { isBlank } from "../../../shared/kernel/text/truncate";
import { directionExtension } from "./directions";
import { linkExtension } from "./links";
import { htmlOfMarkdown } from "./markdown";
import { MentionList } from "./MentionList";
import { MentionControl, type MentionMenu, mentionExtension } from "./mentions";
import { parsePastedRows, transformPastedHtml } from "./paste";
import { type PictureUploader, PictureButton, pictureExtension } from "./pictures";
import { paragraphNodes, type PlainText, documentPosition } from "./plain-text";
import classes from "./RichTextEditor.module.css";
import { TableControls, tableExtensions } from "./tables";

export interface RichTextEditorProps {
  root?: RefObject<HTMLDivElement | null>;
  /** Initial content; later edits are internal. */
  html: string;
  /** Text typed into the plain field before the editor loaded. */
  typed?: PlainText;
  people: readonly Person[];
  label: string;
  placeholder?: string;
  autoFocus?: boolean;
  /** Receives an empty string when there is no readable content. */
  onChange: (html: string) => void;
  /** Called on Ctrl/Cmd+Enter. */
  onSubmit?: () => void;
  onEscape?: () => void;
  onBlur?: () => void;
  /** Stores pasted, dropped or chosen images. Must be a stable function while the editor is mounted. */
  keepPicture?: PictureUploader;
  /** Smaller editor; the toolbar is visible only while the editor has the focus. */
  compact?: boolean;
}

export function RichTextEditor({
  root,
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
    linkExtension,
    ...tableExtensions,
    directionExtension,
    Placeholder.configure({ placeholder: placeholder ?? "" }),
    mentionExtension(control),
    ...(keepPicture ? [pictureExtension(keepPicture)] : []),
  ]);
  const editor = useEditor({
    extensions,
    content: html,
    injectCSS: false, // the content security policy allows no style elements
    shouldRerenderOnTransaction: true,
    autofocus: false, // Tiptap's autofocus is delayed by some frames, and keys pressed meanwhile would go to another element
    editorProps: {
      attributes: { "aria-label": label, role: "textbox", "aria-multiline": "true" },
      transformPastedHTML: transformPastedHtml,
      clipboardTextParser: pastedStructure,
    },
    onUpdate: ({ editor: now }) => onChange(htmlOf(now)),
  });
  const [start] = useState({ typed, autoFocus });
  useLayoutEffect(() => {
    // React may discard an editor created by an outdated render; this effect runs again for its successor.
    if (editor.isDestroyed) return;
    if (start.typed && start.typed.text !== "") insertPlainText(editor, start.typed);
    else editor.commands.setTextSelection(editor.state.doc.content.size);
    if (start.autoFocus) editor.chain().scrollIntoView().run();
    if (start.autoFocus) editor.view.focus();
  }, [editor, start]);
  /** Handled before the editor, which would insert a line break. */
  const submitFirst = (event: KeyboardEvent) => {
    if (event.key !== "Enter" || !(event.metaKey || event.ctrlKey)) return;
    event.preventDefault();
    event.stopPropagation();
    onSubmit?.();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    event.stopPropagation(); // letters are text here, not shortcuts
    const isInEditor = event.currentTarget.contains(event.target as Node); // not in the menu of a table
    if (event.key === "Escape" && !menu && isInEditor) onEscape?.();
  };
  const left = (event: FocusEvent<HTMLElement>) => {
    if (!event.currentTarget.contains(event.relatedTarget as Node | null) && !isInPopup(event.relatedTarget))
      onBlur?.();
  };
  return (
    <Frame
      ref={root}
      editor={editor}
      labels={labels}
      className={classes.editor}
      classNames={{ content: classes.content, toolbar: classes.toolbar, control: classes.control }}
      data-text-editor
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
          <TableControls editor={editor} />
          {keepPicture && <PictureButton editor={editor} keep={keepPicture} />}
        </Frame.ControlsGroup>
      </Frame.Toolbar>
      <Frame.Content />
      {menu && <MentionList control={control} menu={menu} />}
    </Frame>
  );
}

function insertPlainText(editor: Editor, typed: PlainText): void {
  const { size } = editor.state.doc.content;
  editor.commands.insertContentAt(editor.isEmpty ? { from: 0, to: size } : size, paragraphNodes(typed));
  const place = (offset: number) => documentPosition(editor.state.doc.content.size, typed, offset);
  editor.commands.setTextSelection({ from: place(typed.from), to: place(typed.to) });
}

/**
 * Parses spreadsheet rows and Markdown copied without HTML. Returns null to paste as usual, also for pasting without formatting and into
 * code.
 */
function pastedStructure(pasted: string, at: ResolvedPos, isPlain: boolean, { state: { schema } }: EditorView): Slice {
  const isText = isPlain || at.parent.type.spec.code === true;
  const rows = isText ? null : parsePastedRows(pasted);
  if (rows) return tableOf(rows, schema);
  const html = isText ? null : htmlOfMarkdown(pasted);
  // ProseMirror parses the text itself if the result is null, which the type doesn't allow.
  if (html === null) return null as unknown as Slice;
  const { body } = new DOMParser().parseFromString(transformPastedHtml(html), "text/html");
  return SchemaParser.fromSchema(schema).parseSlice(body);
}

function tableOf(rows: readonly (readonly string[])[], schema: Schema): Slice {
  const paragraphs = (cell: string) =>
    cell.split("\n").map((line) => schema.node("paragraph", null, line === "" ? [] : [schema.text(line)]));
  const cells = (row: readonly string[]) => row.map((cell) => schema.node("tableCell", null, paragraphs(cell)));
  const table = schema.node(
    "table",
    null,
    rows.map((row) => schema.node("tableRow", null, cells(row))),
  );
  return new Slice(Fragment.from(table), 0, 0);
}

function htmlOf(editor: Editor): string {
  const html = editor.getHTML();
  return isBlank(editor.getText()) && !html.includes("<img ") ? "" : html;
}

/** The link field opens in a popover outside the editor. */
function isInPopup(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest("[data-portal], .mantine-Popover-dropdown") !== null;
}

function useEditorLabels(): Partial<RichTextEditorLabels> {
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

import { useLengthError } from "../fields/length";
import { maxPictureAltLength } from "../../../shared/kernel/fields";
import { ActionIcon, FileButton, TextInput } from "@mantine/core";
import { RichTextEditor as Frame } from "@mantine/tiptap";
import { IconPhoto, IconTrash } from "@tabler/icons-react";
import { Plugin } from "@tiptap/pm/state";
import {
  type Editor,
  mergeAttributes,
  Node,
  NodeViewWrapper,
  type NodeViewProps,
  ReactNodeViewRenderer,
} from "@tiptap/react";
import { useText } from "../../platform/intl/useText";
import { hasPastedText } from "./paste";
import classes from "./RichTextEditor.module.css";

/** Stores an image and returns its URL, or null after showing the error. */
export type PictureUploader = (file: File) => Promise<string | null>;

export const pictureTypes = "image/jpeg,image/png";

const picturesIn = (data: DataTransfer | null): File[] =>
  [...(data?.files ?? [])].filter(({ type }) => pictureTypes.split(",").includes(type));

async function insertPictures(
  editor: Editor,
  keep: PictureUploader,
  files: readonly File[],
  at?: number,
): Promise<void> {
  for (const file of files) {
    const src = await keep(file);
    if (src === null || editor.isDestroyed) return;
    const { doc, selection } = editor.state;
    const place = doc.resolve(Math.min(at ?? selection.to, doc.content.size));
    // Inserts below the paragraph, because inside it the image would split a word.
    const below = place.depth === 0 ? place.pos : place.after(1);
    editor
      .chain()
      .insertContentAt(below, { type: "picture", attrs: { src, alt: "" } })
      .run();
  }
}

/** Image node: a separate block with its alternative text below. Pasted and dropped images are stored first. */
export const pictureExtension = (keep: PictureUploader) =>
  Node.create({
    name: "picture",
    group: "block",
    atom: true,
    draggable: true,
    addAttributes: () => ({ src: { default: null }, alt: { default: "" } }),
    parseHTML: () => [{ tag: 'img[src^="/files/"]' }],
    renderHTML: ({ HTMLAttributes }) => ["img", mergeAttributes(HTMLAttributes)],
    addNodeView: () => ReactNodeViewRenderer(PictureView),
    addProseMirrorPlugins() {
      const { editor } = this;
      const take = (data: DataTransfer | null, at?: number): boolean => {
        // Office programs add a picture of the copied text.
        const files = hasPastedText(data?.getData("text/html") ?? "") ? [] : picturesIn(data);
        if (files.length > 0) void insertPictures(editor, keep, files, at);
        return files.length > 0;
      };
      return [
        new Plugin({
          props: {
            handlePaste: (_, event) => take(event.clipboardData),
            handleDrop: (view, event, _, moved) =>
              !moved && take(event.dataTransfer, view.posAtCoords({ left: event.clientX, top: event.clientY })?.pos),
          },
        }),
      ];
    },
  });

function PictureView({ node, updateAttributes, deleteNode }: NodeViewProps) {
  const text = useText();
  const { src, alt } = node.attrs as { src: string; alt: string };
  return (
    <NodeViewWrapper className={classes.picture}>
      <img src={src} alt={alt} data-drag-handle />
      <div>
        <TextInput
          size="xs"
          dir="auto"
          aria-label={text("editor.picture.alt")}
          placeholder={text("editor.picture.alt")}
          value={alt}
          error={useLengthError()(alt, maxPictureAltLength)}
          onChange={(event) => updateAttributes({ alt: event.currentTarget.value })}
        />
        <ActionIcon aria-label={text("editor.picture.remove")} onClick={deleteNode}>
          <IconTrash size={16} stroke={1.75} />
        </ActionIcon>
      </div>
    </NodeViewWrapper>
  );
}

export function PictureButton({ editor, keep }: { editor: Editor; keep: PictureUploader }) {
  const text = useText();
  return (
    <FileButton accept={pictureTypes} onChange={(file) => file && void insertPictures(editor, keep, [file])}>
      {(button) => (
        <Frame.Control {...button} aria-label={text("editor.picture")} title={text("editor.picture")}>
          <IconPhoto size={16} stroke={1.5} />
        </Frame.Control>
      )}
    </FileButton>
  );
}

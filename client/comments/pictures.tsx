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
import { useText } from "../platform/intl/useText";
import classes from "./RichTextEditor.module.css";

/** Keeps a picture for the text that is being written, and says where it is shown; null when it couldn't, which is said there. */
export type KeepPicture = (file: File) => Promise<string | null>;

export const pictureTypes = "image/jpeg,image/png";

const picturesIn = (data: DataTransfer | null): File[] =>
  [...(data?.files ?? [])].filter(({ type }) => pictureTypes.split(",").includes(type));

/** One after the other. */
async function insertPictures(editor: Editor, keep: KeepPicture, files: readonly File[], at?: number): Promise<void> {
  for (const file of files) {
    const src = await keep(file);
    if (src === null || editor.isDestroyed) return;
    const { doc, selection } = editor.state;
    const place = doc.resolve(Math.min(at ?? selection.to, doc.content.size));
    // Below the paragraph that it was put into: in the middle it would tear a word apart.
    const below = place.depth === 0 ? place.pos : place.after(1);
    editor
      .chain()
      .insertContentAt(below, { type: "picture", attrs: { src, alt: "" } })
      .run();
  }
}

/** A picture on a line of its own, with the words for those who don't see it below. Pasted and dropped ones are kept first. */
export const pictures = (keep: KeepPicture) =>
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
        const files = picturesIn(data);
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
          maxLength={200}
          aria-label={text("editor.picture.alt")}
          placeholder={text("editor.picture.alt")}
          value={alt}
          onChange={(event) => updateAttributes({ alt: event.currentTarget.value })}
        />
        <ActionIcon aria-label={text("editor.picture.remove")} onClick={deleteNode}>
          <IconTrash size={16} stroke={1.75} />
        </ActionIcon>
      </div>
    </NodeViewWrapper>
  );
}

/** The tool that asks for a picture of this device. */
export function PictureTool({ editor, keep }: { editor: Editor; keep: KeepPicture }) {
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

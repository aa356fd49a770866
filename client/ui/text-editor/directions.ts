import type { Node } from "@tiptap/pm/model";
import { Plugin, PluginKey } from "@tiptap/pm/state";
import { Decoration, DecorationSet } from "@tiptap/pm/view";
import { Extension } from "@tiptap/react";

const directed = new Set(["paragraph", "heading", "listItem", "blockquote", "tableCell", "tableHeader"]);
const containers = new Set(["listItem", "blockquote", "tableCell", "tableHeader"]);

const key = new PluginKey<DecorationSet>("directions");

/** Each block has the direction of its text, as in `withDirections`. The directions aren't part of the document. */
export const directionExtension = Extension.create({
  name: "directions",
  addProseMirrorPlugins: () => [
    new Plugin({
      key,
      state: {
        init: (_, { doc }) => directionsOf(doc),
        apply: (tr, previous) => (tr.docChanged ? directionsOf(tr.doc) : previous),
      },
      props: { decorations: (state) => key.getState(state) },
    }),
  ],
});

function directionsOf(doc: Node): DecorationSet {
  const found: Decoration[] = [];
  const read = (parent: Node, from: number, isFirst: boolean) =>
    parent.forEach((node, offset, index) => {
      const at = from + offset;
      const leads = isFirst && index === 0;
      // An empty paragraph keeps the direction of the page.
      if (directed.has(node.type.name) && !leads && node.textContent !== "")
        found.push(Decoration.node(at, at + node.nodeSize, { dir: "auto" }));
      if (!node.isTextblock) read(node, at + 1, containers.has(node.type.name) || leads);
    });
  read(doc, 0, false);
  return DecorationSet.create(doc, found);
}

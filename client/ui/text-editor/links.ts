import Link from "@tiptap/extension-link";
import { isHistoryTransaction } from "@tiptap/pm/history";
import type { MarkType } from "@tiptap/pm/model";
import { type EditorState, Plugin, type Transaction } from "@tiptap/pm/state";
import { combineTransactionSteps, getChangedRanges } from "@tiptap/react";
import { findLinks } from "../../../shared/kernel/text/links";

/** Links addresses as the server does. The extension's own rules don't link addresses that are followed by a period or a comma. */
export const linkExtension = Link.extend({
  addPasteRules: () => [],
  addProseMirrorPlugins() {
    return [...(this.parent?.() ?? []), linkAddresses(this.type)];
  },
}).configure({ openOnClick: false, autolink: false, defaultProtocol: "https" });

const linkAddresses = (link: MarkType) =>
  new Plugin({
    appendTransaction(transactions, before, state) {
      const skips = (one: Transaction) => isHistoryTransaction(one) || one.getMeta("preventAutolink") === true;
      if (!transactions.some(({ docChanged }) => docChanged) || transactions.some(skips)) return null;
      const { tr } = state;
      const isPasted = transactions.some((one) => one.getMeta("uiEvent") === "paste");
      for (const { newRange } of getChangedRanges(combineTransactionSteps(before.doc, [...transactions])))
        for (const { from, to, href } of finishedAddresses(state, newRange, isPasted))
          if (!state.doc.rangeHasMark(from, to, link)) tr.addMark(from, to, link.create({ href }));
      return tr.docChanged ? tr : null;
    },
  });

/** Returns the addresses in changed words that the user has finished typing. */
function finishedAddresses(
  { doc, schema, selection }: EditorState,
  changed: { from: number; to: number },
  isPasted: boolean,
) {
  const found: { from: number; to: number; href: string }[] = [];
  const { code } = schema.marks;
  doc.nodesBetween(Math.max(changed.from - 1, 0), Math.min(changed.to + 1, doc.content.size), (node, at) => {
    if (!node.isTextblock) return true;
    if (node.type.spec.code) return false;
    const text = node.textBetween(0, node.content.size, undefined, " ");
    for (const { start, end, href } of findLinks(text)) {
      const [from, to] = [at + 1 + start, at + 1 + end];
      const wordEnd = to + text.slice(end).search(/\s|$/u);
      const isTyping = !isPasted && selection.from >= from && selection.from <= wordEnd;
      const isChanged = from <= changed.to && wordEnd >= changed.from;
      if (isChanged && !isTyping && !(code && doc.rangeHasMark(from, to, code))) found.push({ from, to, href });
    }
    return false;
  });
  return found;
}

import { Menu } from "@mantine/core";
import { RichTextEditor as Frame } from "@mantine/tiptap";
import {
  IconColumnInsertLeft,
  IconColumnInsertRight,
  IconColumnRemove,
  IconRowInsertBottom,
  IconRowInsertTop,
  IconRowRemove,
  IconTable,
  IconTableOptions,
  IconTableRow,
  IconTrash,
} from "@tabler/icons-react";
import { Table, TableCell, TableHeader, TableRow } from "@tiptap/extension-table";
import type { ChainedCommands, Editor } from "@tiptap/react";
import { useText } from "../../platform/intl/useText";

/** Same limit as in server/platform/rich-text/normalize.ts. The DOM already limits the value to 1000 columns. */
const maxSpan = 100;
const span = (name: "colSpan" | "rowSpan") => ({
  default: 1,
  parseHTML: (cell: HTMLElement) => Math.min(Math.max((cell as HTMLTableCellElement)[name], 1), maxSpan),
});

const cell = {
  /** All blocks except tables. */
  content: "(paragraph | heading | bulletList | orderedList | blockquote | codeBlock)+",
  addAttributes: () => ({
    colspan: span("colSpan"),
    rowspan: span("rowSpan"),
    colwidth: { default: null, rendered: false },
  }),
};

/** Tables without widths and alignment, because the content security policy allows no styles in texts. */
export const tableExtensions = [
  Table.extend({ renderHTML: () => ["table", ["tbody", 0]] }),
  TableRow,
  TableHeader.extend(cell),
  TableCell.extend(cell),
];

const icon = { size: 16, stroke: 1.5 };

export function TableControls({ editor }: { editor: Editor }) {
  const text = useText();
  const isInTable = editor.isActive("table");
  const run = (command: (chain: ChainedCommands) => ChainedCommands) => () => command(editor.chain().focus()).run();
  return (
    <>
      <Frame.Control
        aria-label={text("editor.table")}
        title={text("editor.table")}
        disabled={isInTable || !editor.can().insertTable()}
        onClick={run((chain) => chain.insertTable({ rows: 3, cols: 3, withHeaderRow: true }))}
      >
        <IconTable {...icon} />
      </Frame.Control>
      {isInTable && (
        <Menu position="bottom-start" returnFocus={false}>
          <Menu.Target>
            <Frame.Control aria-label={text("editor.table.menu")} title={text("editor.table.menu")}>
              <IconTableOptions {...icon} />
            </Frame.Control>
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Item leftSection={<IconRowInsertTop {...icon} />} onClick={run((chain) => chain.addRowBefore())}>
              {text("editor.table.rowAbove")}
            </Menu.Item>
            <Menu.Item leftSection={<IconRowInsertBottom {...icon} />} onClick={run((chain) => chain.addRowAfter())}>
              {text("editor.table.rowBelow")}
            </Menu.Item>
            <Menu.Item
              leftSection={<IconColumnInsertLeft {...icon} />}
              onClick={run((chain) => chain.addColumnBefore())}
            >
              {text("editor.table.columnBefore")}
            </Menu.Item>
            <Menu.Item
              leftSection={<IconColumnInsertRight {...icon} />}
              onClick={run((chain) => chain.addColumnAfter())}
            >
              {text("editor.table.columnAfter")}
            </Menu.Item>
            <Menu.Item leftSection={<IconTableRow {...icon} />} onClick={run((chain) => chain.toggleHeaderRow())}>
              {text("editor.table.headerRow")}
            </Menu.Item>
            <Menu.Divider />
            <Menu.Item leftSection={<IconRowRemove {...icon} />} onClick={run((chain) => chain.deleteRow())}>
              {text("editor.table.removeRow")}
            </Menu.Item>
            <Menu.Item leftSection={<IconColumnRemove {...icon} />} onClick={run((chain) => chain.deleteColumn())}>
              {text("editor.table.removeColumn")}
            </Menu.Item>
            <Menu.Item
              color="danger"
              leftSection={<IconTrash {...icon} />}
              onClick={run((chain) => chain.deleteTable())}
            >
              {text("editor.table.remove")}
            </Menu.Item>
          </Menu.Dropdown>
        </Menu>
      )}
    </>
  );
}

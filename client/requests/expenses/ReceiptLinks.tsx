import { ActionIcon } from "@mantine/core";
import { IconFileTypePdf, IconPhoto, IconX } from "@tabler/icons-react";
import type { ExpenseItem } from "../../../shared/requests/expenses/expenses.contract";
import { isPdfType } from "../../../shared/kernel/uploads";
import { useText } from "../../platform/intl/useText";
import { TruncatedName } from "../../ui/signs/TruncatedName";
import classes from "./expenses.module.css";

interface ReceiptLinksProps {
  files: ExpenseItem["receipts"];
  onRemove?: (id: number) => void;
}

/** Receipts as links, photos with their preview. */
export function ReceiptLinks({ files, onRemove }: ReceiptLinksProps) {
  const text = useText();
  if (files.length === 0) return null;
  return (
    <ul className={classes.receipts}>
      {files.map((file) => {
        const Icon = isPdfType(file.type) ? IconFileTypePdf : IconPhoto;
        return (
          <li key={file.id}>
            <a href={file.url} target="_blank" rel="noreferrer">
              {file.preview_url ? <img src={file.preview_url} alt="" /> : <Icon size={20} stroke={1.75} aria-hidden />}
              <TruncatedName>{file.name}</TruncatedName>
            </a>
            {onRemove && (
              <ActionIcon aria-label={text("forms.file.remove", { name: file.name })} onClick={() => onRemove(file.id)}>
                <IconX size={14} stroke={1.75} aria-hidden />
              </ActionIcon>
            )}
          </li>
        );
      })}
    </ul>
  );
}

import { Button, FileButton } from "@mantine/core";
import { IconCamera, IconPaperclip, IconPlus } from "@tabler/icons-react";
import { useText } from "../../platform/intl/useText";
import classes from "./expenses.module.css";
import { photoTypes, receiptTypes } from "./receipt-types";

const icon = { size: 16, stroke: 1.75, "aria-hidden": true } as const;

interface AddItemButtonsProps {
  isFirst: boolean;
  isUploading: boolean;
  onFiles: (files: readonly File[]) => void;
  onAdd: () => void;
}

export function AddItemButtons({ isFirst, isUploading, onFiles, onAdd }: AddItemButtonsProps) {
  const text = useText();
  return (
    <div className={classes.add} data-first={isFirst || undefined}>
      <FileButton accept={photoTypes} capture="environment" onChange={(file) => file && onFiles([file])}>
        {(button) => (
          <Button {...button} className={classes.camera} variant="filled" leftSection={<IconCamera {...icon} />}>
            {text("expense.takePhoto")}
          </Button>
        )}
      </FileButton>
      <FileButton multiple accept={receiptTypes} onChange={onFiles}>
        {(button) => (
          <Button {...button} loading={isUploading} leftSection={<IconPaperclip {...icon} />}>
            {text("expense.addReceipts")}
          </Button>
        )}
      </FileButton>
      <Button variant="subtle" leftSection={<IconPlus {...icon} />} onClick={onAdd}>
        {text("expense.addItem")}
      </Button>
    </div>
  );
}

import { Button, FileButton } from "@mantine/core";
import { IconCamera, IconPaperclip } from "@tabler/icons-react";
import { useText } from "../../platform/intl/useText";
import classes from "./expenses.module.css";

/** Accepted by the camera and by the file dialog; the server checks the content. */
const photoTypes = "image/jpeg,image/png";
const receiptTypes = `${photoTypes},application/pdf`;

interface ReceiptButtonsProps {
  label: string;
  /** `xs` for the receipts of an item; the default is for a photo that begins a new one. */
  size?: "xs" | "sm";
  isInvalid?: boolean;
  isUploading?: boolean;
  onFiles: (files: readonly File[]) => void;
}

/** Buttons that take a photo of a receipt and that choose files. */
export function ReceiptButtons({ label, size = "sm", isInvalid, isUploading = false, onFiles }: ReceiptButtonsProps) {
  const text = useText();
  const icon = { size: size === "xs" ? 14 : 16, stroke: 1.75, "aria-hidden": true } as const;
  return (
    <>
      <FileButton accept={photoTypes} capture="environment" onChange={(file) => file && onFiles([file])}>
        {(button) => (
          <Button
            {...button}
            size={size}
            variant={size === "xs" ? "default" : "filled"}
            className={classes.camera}
            leftSection={<IconCamera {...icon} />}
          >
            {text("expense.takePhoto")}
          </Button>
        )}
      </FileButton>
      <FileButton multiple accept={receiptTypes} onChange={onFiles}>
        {(button) => (
          <Button
            {...button}
            size={size}
            loading={isUploading}
            aria-invalid={isInvalid || undefined}
            leftSection={<IconPaperclip {...icon} />}
          >
            {label}
          </Button>
        )}
      </FileButton>
    </>
  );
}

import { Drawer } from "@mantine/core";
import type { ReactNode } from "react";
import { useText } from "../../platform/intl/useText";
import { useIsPhoneWidth } from "../../platform/useIsPhoneWidth";
import { useClosing } from "../sending";

interface SidePanelProps {
  opened: boolean;
  title: string;
  onClose: () => void;
  children: ReactNode;
}

/** A drawer, which can't be closed while its content sends a request. */
export function SidePanel({ opened, title, onClose, children }: SidePanelProps) {
  const text = useText();
  const narrow = useIsPhoneWidth();
  const closing = useClosing(onClose);
  return (
    <Drawer
      opened={opened}
      title={title}
      size={narrow ? "100%" : 440}
      closeButtonProps={{ "aria-label": text("action.close") }}
      {...closing}
    >
      {opened && children}
    </Drawer>
  );
}

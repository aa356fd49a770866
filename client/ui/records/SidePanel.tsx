import { Drawer } from "@mantine/core";
import type { ReactNode } from "react";
import { useText } from "../../platform/intl/useText";
import { useIsPhoneWidth } from "../../platform/useIsPhoneWidth";

interface SidePanelProps {
  opened: boolean;
  title: string;
  onClose: () => void;
  children: ReactNode;
}

export function SidePanel({ opened, title, onClose, children }: SidePanelProps) {
  const text = useText();
  const narrow = useIsPhoneWidth();
  return (
    <Drawer
      opened={opened}
      onClose={onClose}
      title={title}
      size={narrow ? "100%" : 440}
      closeButtonProps={{ "aria-label": text("action.close") }}
    >
      {opened && children}
    </Drawer>
  );
}

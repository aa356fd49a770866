import { Drawer } from "@mantine/core";
import type { ReactNode } from "react";
import { useText } from "../platform/intl/useText";
import { useNarrow } from "../platform/useNarrow";

interface SidePanelProps {
  opened: boolean;
  title: string;
  onClose: () => void;
  children: ReactNode;
}

/** Where one record is made or changed, beside the list that it is in; on a phone over all of it. */
export function SidePanel({ opened, title, onClose, children }: SidePanelProps) {
  const text = useText();
  const narrow = useNarrow();
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

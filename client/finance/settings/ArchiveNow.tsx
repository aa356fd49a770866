import { Button } from "@mantine/core";
import { IconArchive } from "@tabler/icons-react";
import { useState } from "react";
import { useText } from "../../platform/intl/useText";
import { ArchiveRunDialog } from "./ArchiveRunDialog";

/** Moves what was paid long ago to the archive, without waiting for the schedule. */
export function ArchiveNow() {
  const text = useText();
  const [opened, setOpened] = useState(false);
  return (
    <>
      <Button leftSection={<IconArchive size={16} stroke={1.75} aria-hidden />} onClick={() => setOpened(true)}>
        {text("finance.archiveNow")}
      </Button>
      <ArchiveRunDialog opened={opened} onClose={() => setOpened(false)} />
    </>
  );
}

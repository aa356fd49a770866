import { ActionIcon } from "@mantine/core";
import { IconChevronLeft, IconChevronRight } from "@tabler/icons-react";
import type { PageMeta } from "../../../shared/kernel/paging";
import { useFormat, useText } from "../../platform/intl/useText";
import classes from "./records.module.css";

interface PagesProps {
  meta: Pick<PageMeta, "page" | "last_page">;
  onTurn: (page: number) => void;
}

export function RecordPages({ meta: { page, last_page }, onTurn }: PagesProps) {
  const text = useText();
  const { number } = useFormat();
  if (last_page <= 1 && page <= 1) return null;
  return (
    <nav className={classes.pages} aria-label={text("organization.pages")}>
      <ActionIcon
        disabled={page <= 1}
        aria-label={text("organization.pageBefore")}
        onClick={() => onTurn(Math.min(page - 1, last_page))}
      >
        <IconChevronLeft size={16} stroke={1.75} className="flip" aria-hidden />
      </ActionIcon>
      {text("organization.pageOf", { page: number(page), last: number(last_page) })}
      <ActionIcon
        disabled={page >= last_page}
        aria-label={text("organization.pageAfter")}
        onClick={() => onTurn(page + 1)}
      >
        <IconChevronRight size={16} stroke={1.75} className="flip" aria-hidden />
      </ActionIcon>
    </nav>
  );
}

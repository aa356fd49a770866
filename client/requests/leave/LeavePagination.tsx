import { Pagination, type PaginationProps } from "@mantine/core";
import { useFormat, useText } from "../../platform/intl/useText";

interface LeavePaginationProps extends Pick<PaginationProps, "mt"> {
  page: number;
  lastPage: number;
  onChange: (page: number) => void;
}

/** Hidden if there is only one page. */
export function LeavePagination({ page, lastPage, onChange, mt }: LeavePaginationProps) {
  const text = useText();
  const { number } = useFormat();
  if (lastPage <= 1) return null;
  return (
    <Pagination
      mt={mt}
      value={page}
      total={lastPage}
      onChange={onChange}
      getControlProps={(control) => ({ "aria-label": text(`team.page.${control}` as "team.page.next") })}
      getItemProps={(item) => ({ "aria-label": text("team.pageOf", { page: number(item) }) })}
    />
  );
}

import { Suspense } from "react";
import { useText } from "../../../platform/intl/useText";
import { FilterPill } from "../../../ui/fields/FilterPill";
import { lazyScreenPart } from "../../../ui/states/chunks";
import type { FilterSources } from "./useConditionTexts";
import { useBoardFilter } from "./useBoardFilter";

const ConditionsDialog = lazyScreenPart(async () => (await import("./ConditionsDialog")).ConditionsDialog);

interface AdvancedFilterProps {
  sources: FilterSources;
  open: boolean;
  setOpen: (open: boolean) => void;
  /** Whether the pill is also shown without conditions. */
  always?: boolean;
}

/** Conditions that the other filters of the toolbar can't express; the pill shows their number. */
export function AdvancedFilter({ sources, open, setOpen, always = false }: AdvancedFilterProps) {
  const text = useText();
  const { filter } = useBoardFilter();
  const count = filter.all.length + filter.any.flat().length;
  return (
    <>
      {(always || count > 0) && (
        <FilterPill
          label={text("filter.advanced")}
          value={count > 0 && text("filter.advanced.count", { count })}
          aria-haspopup="dialog"
          onClick={() => setOpen(true)}
        />
      )}
      {open && (
        <Suspense>
          <ConditionsDialog sources={sources} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}

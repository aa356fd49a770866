import { useMediaQuery } from "@mantine/hooks";
import { useCallback } from "react";
import { useCan } from "../../../platform/session";
import { useAddress } from "../../../platform/address/useAddress";

const param = "person";

export interface OpenPerson {
  id: number | null;
  show: (id: number | null) => void;
}

/** The open preview, stored in the URL so that a link shows it. Null on narrow screens or without permission to view. */
export function useOpenPerson(): OpenPerson | null {
  const [search, setSearch] = useAddress();
  const wide = useMediaQuery("(min-width: 64em)", undefined, { getInitialValueInEffect: false });
  const may = useCan()("user-view");
  const text = search.get(param);
  const show = useCallback(
    (id: number | null) =>
      setSearch(
        (now) => {
          const next = new URLSearchParams(now);
          if (id === null) next.delete(param);
          else next.set(param, String(id));
          return next;
        },
        { replace: true, preventScrollReset: true },
      ),
    [setSearch],
  );
  if (!wide || !may) return null;
  return { id: text && /^[1-9]\d{0,14}$/.test(text) ? Number(text) : null, show };
}

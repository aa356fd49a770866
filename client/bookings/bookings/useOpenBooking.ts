import { useLocation, useNavigate } from "react-router-dom";
import { useAddress } from "../../platform/address/useAddress";
import { useStableHandlers } from "../../ui/useStableHandlers";

export const withoutEmptyParams = (values: Record<string, string | null>): Record<string, string> =>
  Object.fromEntries(Object.entries(values).flatMap(([name, value]) => (value ? [[name, value]] : [])));

/** The open booking is in the URL, so that it can be shared and Back closes it. */
export function useOpenBooking(openId: number | null) {
  const [, setSearch] = useAddress();
  const navigate = useNavigate();
  const { state } = useLocation() as { state: { opened?: boolean } | null };
  const stable = useStableHandlers({
    open: (id: number) =>
      setSearch((now) => ({ ...Object.fromEntries(now), booking: String(id) }), { state: { opened: true } }),
    close: () => {
      if (state?.opened) return void navigate(-1);
      setSearch((now) => withoutEmptyParams({ ...Object.fromEntries(now), booking: null }), { replace: true });
    },
  });
  return { openId, ...stable };
}

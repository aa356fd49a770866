import { useCallback } from "react";
import { roleNameIn } from "../../../shared/kernel/role-names.rules";
import { useText } from "./useText";

export function useRoleName() {
  const text = useText();
  return useCallback(
    (role: { name: string } | null | undefined): string | undefined =>
      (role && roleNameIn(text, role.name)) || undefined,
    [text],
  );
}

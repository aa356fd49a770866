import { undoImport } from "../../../../shared/people/people/people-import.contract";
import { useAction } from "../../../platform/query";
import { toast } from "../../../ui/toast/toast";
import { refetchEmployees } from "../list/refetch-employees";

export function useUndoImport(onUndone: () => void) {
  const undo = useAction(undoImport, {
    onSuccess: ({ message }) => {
      toast.done(message ?? "");
      refetchEmployees();
      onUndone();
    },
  });
  return { undo: (id: number) => undo.mutate({ params: { import: id } }), undoing: undo.isPending };
}

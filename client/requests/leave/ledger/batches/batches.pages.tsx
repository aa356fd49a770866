import { useParams } from "react-router-dom";
import { BalanceBatch } from "./BalanceBatch";
import { BalanceBatches } from "./BalanceBatches";
import { BulkAdjust } from "./BulkAdjust";
import { OpeningGrid } from "./OpeningGrid";

export function BalanceBatchPage() {
  const { mode, id } = useParams();
  if (mode === "adjust") return <BulkAdjust />;
  if (mode === "opening") return <OpeningGrid />;
  if (mode === "view") return <BalanceBatch key={id} id={Number(id)} />;
  return <BalanceBatches />;
}

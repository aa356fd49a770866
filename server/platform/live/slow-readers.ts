import type { createRareLog } from "../rarely";
import type { Connection } from "./frames";

/** Characters that may wait for one connection while another write to it is under way: four thousand events. */
export const mostWaiting = 2_000_000;

/**
 * Ends a connection that reads more slowly than it is written to. What waits for it would grow for as long as it answers pings; whoever
 * comes back asks for what they missed by revision. One message may be longer: it is what comes after it that ends the connection.
 */
export function endWhenSlow(conn: Connection, rarely: ReturnType<typeof createRareLog>): void {
  let waiting = 0;
  conn.on("drain", () => {
    waiting = 0; // handed on, all of it
  });
  conn.on("packetCreate", ({ data }: { data?: unknown }) => {
    if (conn.transport.writable) return; // goes out at once
    if (waiting > mostWaiting) {
      rarely("warn", "a connection that reads too slowly was ended", { waiting });
      conn.request.socket.destroy(); // a polite end would wait behind all of that
    }
    waiting += typeof data === "string" ? data.length : 0;
  });
}

import type { IncomingMessage } from "node:http";

/** What a program that writes as it goes may send, a word at a time. */
const manyPieces = 2_000;
const smallBytes = 100;

/**
 * A body of no announced length comes in pieces, as small as its sender likes, each of which is handed on and kept by itself: a
 * megabyte of single letters took 1.6 s and 340 MB. Whoever sends thousands of crumbs is hung up on. To be called before any of
 * it is read.
 */
export function refuseCrumbs(request: IncomingMessage): void {
  if (request.headers["transfer-encoding"] === undefined) return;
  const push = request.push.bind(request);
  let pieces = 0;
  let bytes = 0;
  request.push = (piece: Buffer | null, ...more: []) => {
    if (piece === null) return push(piece, ...more); // its end
    pieces += 1;
    bytes += piece.length;
    if (pieces <= manyPieces || bytes / pieces >= smallBytes) return push(piece, ...more);
    request.socket.destroy();
    return false; // what else was in the packet
  };
}

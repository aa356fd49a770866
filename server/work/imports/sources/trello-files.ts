import { textOf } from "../json";

type Json = Record<string, unknown>;

/** The attachments of a board's archive. Their folders aren't documented, so files are found by their id or by a name that only one has. */
export class TrelloFiles {
  private readonly pathsOfName = new Map<string, string[]>();
  private readonly folder: string;

  constructor(paths: ReadonlySet<string>, boardPath: string) {
    this.folder = boardPath.slice(0, boardPath.lastIndexOf("/") + 1);
    for (const path of paths) {
      if (!path.startsWith(this.folder) || path.endsWith("/") || /\.(?:json|csv)$/i.test(path)) continue;
      const name = baseNameOf(path);
      const others = this.pathsOfName.get(name);
      if (others) others.push(path);
      else this.pathsOfName.set(name, [path]);
    }
  }

  /** Whether the export was made with attachments. */
  get isEmpty(): boolean {
    return this.pathsOfName.size === 0;
  }

  find(attachment: Json, cardId: string): string | null {
    const id = textOf(attachment.id) ?? "";
    const names = [attachment.fileName, attachment.name, lastSegmentOf(textOf(attachment.url))].flatMap(
      (name) => textOf(name) ?? [],
    );
    const candidates = names.flatMap((name) => [
      ...(this.pathsOfName.get(name) ?? []),
      ...(this.pathsOfName.get(`${id}-${name}`) ?? []),
      ...(this.pathsOfName.get(`${id}_${name}`) ?? []),
    ]);
    const distinct = [...new Set(candidates)];
    const pathsWith = (part: string) =>
      distinct.filter((path) => part !== "" && path.slice(this.folder.length).includes(part));
    const [found, another] = [pathsWith(id), pathsWith(cardId), distinct].find((matches) => matches.length > 0) ?? [];
    return found !== undefined && another === undefined ? found : null;
  }
}

const baseNameOf = (path: string): string => path.slice(path.lastIndexOf("/") + 1);

function lastSegmentOf(address: string | null): string | null {
  try {
    return address && decodeURIComponent(baseNameOf(new URL(address).pathname));
  } catch {
    return null;
  }
}

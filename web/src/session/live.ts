// The live channel: what the server has to say at once. A hint and never the only way: whoever misses it learns the same at
// their next call. It comes after the page, and only for people who are signed in.
import { HubConnectionBuilder, LogLevel, type HubConnection } from "@microsoft/signalr";
import { tellApprovalNews } from "./approvalNews";
import { tellCardNews } from "./cardNews";
import { nameConnection, setChannelOpen } from "./channel";
import { tellNoticeNews } from "./noticeNews";

const ADDRESS = "/hubs/notifications";
const SERVER_TIMEOUT_MS = 300_000;
/** How the official client comes back after a loss, before it gives up. */
const PAUSES_MS = [0, 2_000, 10_000, 30_000];
/** How we come back when it has given up, or never got through. */
const FIRST_PAUSE_MS = 5_000;
const LONGEST_PAUSE_MS = 120_000;
/** How long opening may take, by us and by the official client: a browser waits for a line that hangs for minutes. */
const MAX_NEGOTIATION_MS = 15_000;
const MAX_OPENING_MS = 30_000;
const MAX_REOPENING_MS = 120_000;

interface Account {
  userId: string;
  /** A token that is good right now. */
  prove: () => Promise<string | undefined>;
  onSwitchedOff: () => void;
  /** The channel was closed: perhaps because the session has ended. */
  onLost: () => void;
  /** Aborted when they leave. Who comes next is listened for anew, even if it is the same person. */
  presence: AbortSignal;
}

/** Whether it is this account that was switched off: said in two words, or in one object. */
export function isSwitchedOff(given: unknown[], userId: string): boolean {
  const [first, second] = given;
  if (typeof first !== "object" || first === null) return first === "DEACTIVATE" && second === userId;
  const { accountStatus, userId: whose } = first as { accountStatus?: unknown; userId?: unknown };
  return accountStatus === "DEACTIVATE" && whose === userId;
}

/** Nobody knows what was said before. */
function hearAgain(connection: HubConnection): void {
  connection.invoke<string>("GetConnectionId").then(nameConnection, () => nameConnection(undefined));
  setChannelOpen(true);
  tellCardNews();
  tellApprovalNews();
  tellNoticeNews();
}

function connectionFor({ userId, prove, onSwitchedOff }: Account): HubConnection {
  const connection = new HubConnectionBuilder()
    .withUrl(`${ADDRESS}?userId=${encodeURIComponent(userId)}`, {
      accessTokenFactory: async () => (await prove()) ?? "",
      timeout: MAX_NEGOTIATION_MS,
    })
    .withAutomaticReconnect(PAUSES_MS)
    .configureLogging(LogLevel.None)
    .build();
  connection.serverTimeoutInMilliseconds = SERVER_TIMEOUT_MS;
  connection.on("onChangeStatusUser", (...given: unknown[]) => {
    if (isSwitchedOff(given, userId)) onSwitchedOff();
  });
  connection.on("onChangeCard", (cardId: unknown) => {
    if (typeof cardId === "string") tellCardNews(cardId);
  });
  connection.on("onChangeApproval", (id: unknown) => {
    if (typeof id === "string") tellApprovalNews(id);
  });
  connection.on("onChangeNotices", () => tellNoticeNews());
  return connection;
}

/** Listens for as long as this person is signed in. */
export function listen(account: Account): void {
  const { presence } = account;
  if (presence.aborted) return;
  let current: HubConnection | undefined;
  let pausing: ReturnType<typeof setTimeout> | undefined;

  const connect = (nextPause: number) => {
    const connection = connectionFor(account);
    current = connection;
    const isCurrent = () => current === connection;
    const tryLater = () => connectAfter(nextPause, Math.min(nextPause * 2, LONGEST_PAUSE_MS));
    let limit: ReturnType<typeof setTimeout> | undefined;
    const isThere = () => clearTimeout(limit);
    const giveUpAfter = (milliseconds: number) => {
      limit = setTimeout(() => {
        if (!isCurrent()) return;
        // It may wait for the browser for minutes: the next try is made with a connection of its own.
        current = undefined;
        void connection.stop().catch(() => undefined);
        tryLater();
      }, milliseconds);
    };
    connection.onreconnecting(() => {
      giveUpAfter(MAX_REOPENING_MS);
      setChannelOpen(false);
      account.onLost();
    });
    connection.onreconnected(() => {
      isThere();
      hearAgain(connection);
    });
    connection.onclose(() => {
      isThere();
      if (!isCurrent()) return;
      setChannelOpen(false);
      if (!presence.aborted) account.onLost();
      connectAfter(FIRST_PAUSE_MS, FIRST_PAUSE_MS);
    });
    giveUpAfter(MAX_OPENING_MS);
    connection.start().then(
      () => {
        isThere();
        // Stopped at the last moment, the client opens all the same.
        return presence.aborted || !isCurrent() ? connection.stop() : hearAgain(connection);
      },
      () => {
        isThere();
        if (isCurrent()) tryLater();
      },
    );
  };
  const connectAfter = (pause: number, nextPause: number) => {
    // The client calls a connection closed that we have stopped, and failed that was stopped before it was open.
    if (!presence.aborted) pausing = setTimeout(() => connect(nextPause), pause);
  };
  presence.addEventListener("abort", () => {
    clearTimeout(pausing);
    void current?.stop();
  });
  connect(FIRST_PAUSE_MS);
}

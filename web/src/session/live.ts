// Live channel for messages from the server. Every message is only a hint: a client that misses one
// reads the same data with its next call. Loaded after the page, and only for signed-in users.
import { HubConnectionBuilder, LogLevel, type HubConnection } from "@microsoft/signalr";
import { notifyApprovalNews } from "./approvalNews";
import { notifyCardNews } from "./cardNews";
import { nameConnection, setChannelOpen } from "./channel";
import { notifyNoticeNews } from "./noticeNews";

const ADDRESS = "/hubs/notifications";
const SERVER_TIMEOUT_MS = 300_000;
/** Pauses between the official client's attempts to reconnect, before it gives up. */
const PAUSES_MS = [0, 2_000, 10_000, 30_000];
/** Pauses between our own attempts, after the client has given up or never connected. */
const FIRST_PAUSE_MS = 5_000;
const MAX_PAUSE_MS = 120_000;
/**
 * Timeouts for opening the connection, by us and by the official client: browsers wait for minutes
 * on a dead connection.
 */
const MAX_NEGOTIATION_MS = 15_000;
const MAX_OPENING_MS = 30_000;
const MAX_REOPENING_MS = 120_000;

interface Account {
  userId: string;
  /** Returns a valid access token. */
  prove: () => Promise<string | undefined>;
  onSwitchedOff: () => void;
  /** Called when the channel was closed, perhaps because the session has ended. */
  onLost: () => void;
  /**
   * Aborted when the user signs out. Signing in again opens a new connection, even for the same
   * user.
   */
  presence: AbortSignal;
}

/**
 * Whether the message says that this account was deactivated. The server sends two strings or one
 * object.
 */
export function isSwitchedOff(given: unknown[], userId: string): boolean {
  const [first, second] = given;
  if (typeof first !== "object" || first === null) return first === "DEACTIVATE" && second === userId;
  const { accountStatus, userId: whose } = first as { accountStatus?: unknown; userId?: unknown };
  return accountStatus === "DEACTIVATE" && whose === userId;
}

/** Reports a new connection: listeners may have missed messages before it. */
function hearAgain(connection: HubConnection): void {
  connection.invoke<string>("GetConnectionId").then(nameConnection, () => nameConnection(undefined));
  setChannelOpen(true);
  notifyCardNews();
  notifyApprovalNews();
  notifyNoticeNews();
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
    if (typeof cardId === "string") notifyCardNews(cardId);
  });
  connection.on("onChangeApproval", (id: unknown) => {
    if (typeof id === "string") notifyApprovalNews(id);
  });
  connection.on("onChangeNotices", () => notifyNoticeNews());
  return connection;
}

/** Keeps the channel open while this user is signed in. */
export function listen(account: Account): void {
  const { presence } = account;
  if (presence.aborted) return;
  let current: HubConnection | undefined;
  let pausing: ReturnType<typeof setTimeout> | undefined;

  const connect = (nextPause: number) => {
    const connection = connectionFor(account);
    current = connection;
    const isCurrent = () => current === connection;
    const tryLater = () => connectAfter(nextPause, Math.min(nextPause * 2, MAX_PAUSE_MS));
    let limit: ReturnType<typeof setTimeout> | undefined;
    const isThere = () => clearTimeout(limit);
    const giveUpAfter = (milliseconds: number) => {
      limit = setTimeout(() => {
        if (!isCurrent()) return;
        // Stopping may take minutes, so the next attempt uses a new connection.
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
        // A client that is stopped while connecting may still open.
        return presence.aborted || !isCurrent() ? connection.stop() : hearAgain(connection);
      },
      () => {
        isThere();
        if (isCurrent()) tryLater();
      },
    );
  };
  const connectAfter = (pause: number, nextPause: number) => {
    // After `stop`, the client reports "closed", or "failed" if it was not open yet.
    if (!presence.aborted) pausing = setTimeout(() => connect(nextPause), pause);
  };
  presence.addEventListener("abort", () => {
    clearTimeout(pausing);
    void current?.stop();
  });
  connect(FIRST_PAUSE_MS);
}

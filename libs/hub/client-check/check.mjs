// Connects the official client to our hub by one transport, makes and receives calls, and prints each on a line.
// Usage: node check.mjs URL TRANSPORT
import { HttpTransportType, HubConnectionBuilder, LogLevel } from "@microsoft/signalr";

const [url, transport] = process.argv.slice(2);
const say = (...words) => console.log(words.map((word) => JSON.stringify(word)).join(" "));

const connection = new HubConnectionBuilder()
  .withUrl(`${url}?userId=ann`, {
    accessTokenFactory: () => "ann",
    transport: HttpTransportType[transport],
  })
  .withAutomaticReconnect([0, 0, 0])
  .configureLogging(LogLevel.None)
  .build();
connection.serverTimeoutInMilliseconds = 300_000;

const closed = new Promise((resolve) => connection.onclose(resolve));
connection.onreconnected((id) => say("back", id === connection.connectionId));
connection.on("onChangeStatusUser", (...given) => say("called", ...given));

await connection.start();
const id = await connection.invoke("GetConnectionId");
say("connected", id === connection.connectionId);
say("sum", await connection.invoke("Add", 2, 3));
say("refused", await connection.invoke("Add", "x").catch((error) => error.message));
say("unknown", await connection.invoke("Other").catch((error) => error.message));
say("ready");
await closed;
say("closed");

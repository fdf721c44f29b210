// What the bell shows, and that it has something new, or that it was read on another screen, as the live channel says it.
import { reading } from "@/api/reading";
import { newsOfThings } from "./news";

const SHOWN = 10;

/** Asked for by the header of the portal, before the code of its bell is here. */
export const noticesQuery = reading("/api/v1/Notices", { query: { pageSize: SHOWN } });

const notices = newsOfThings();

/** For the live channel only. */
export const tellNoticeNews = notices.tell;

/** Called whenever there is a new notice, or one was read. */
export const useNoticeNews = notices.useNews;

// Notices of the bell, and the live channel's messages about new ones and those read on another
// screen.
import { reading } from "@/api/reading";
import { newsOfThings } from "./news";

const SHOWN = 10;

/**
 * Query for the newest notices. The portal's header prefetches it before the bell's code is loaded.
 */
export const noticesQuery = reading("/api/v1/Notices", { query: { pageSize: SHOWN } });

const notices = newsOfThings();

/** Called only by the live channel. */
export const notifyNoticeNews = notices.tell;

/** Calls back when a notice is new or was read. */
export const useNoticeNews = notices.useNews;

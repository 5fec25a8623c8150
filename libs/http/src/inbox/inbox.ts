import type { IncomingMessage, ServerResponse } from 'node:http';
import { Inject, Injectable, type MiddlewareConsumer, Optional, RequestMethod, type Type } from '@nestjs/common';
import { ModulesContainer } from '@nestjs/core';
import type { Seams } from '#core';
import { DOOR_SEAMS, INBOX_PLACE } from '../options/http.constants.js';
import { localPeople } from '../principal/development-principals.js';
import { PrincipalResolver } from '../principal/principal.resolver.js';
import { type BuiltFile, readBuiltInbox } from './built-inbox.js';
import { assertTexts } from './options/options.js';
import { answerTo, type InboxAnswer, type InboxFiles, WRONG_METHOD } from './inbox-answers.js';
import type { InboxOptions } from './options/inbox-options.js';
import { pageHeaders } from './page-headers.js';
import { sendAnswer } from './send-answer.js';

/** Where the inbox is, and its options. */
export interface InboxPlace {
  /** The path of the door. */
  readonly path: string;
  readonly inbox: InboxOptions;
}

/** Node's own request, to which a middleware of either platform adds the address before a router shortened it. */
type MiddlewareRequest = IncomingMessage & { readonly originalUrl?: string };

// Nest keeps the path that RouterModule gives a module here, followed by the id of the application.
const MODULE_PATH = '__module_path__';

/** Serves the page of the inbox. */
@Injectable()
export class Inbox {
  constructor(
    private readonly modules: ModulesContainer,
    @Inject(DOOR_SEAMS) private readonly seams: Seams,
    @Optional() @Inject(INBOX_PLACE) private readonly place?: InboxPlace,
  ) {}

  /**
   * Registers the page as a middleware of the module. It contains no data, and a person without a session must reach it,
   * so it is served before the guards of the application. Throws `SeamException` if the page was not built.
   */
  register(consumer: MiddlewareConsumer, module: Type): void {
    if (!this.place) return;
    const { path, inbox } = this.place;
    const files = readBuiltInbox();
    assertTexts(inbox, files.texts);
    const pageOf = once((settings) => pageWithSettings(files.page, settings));
    const modulePath: string = Reflect.getMetadata(MODULE_PATH + this.modules.applicationId, module) ?? '';
    const page = `/${path}/inbox`;
    const headers = pageHeaders(inbox, files.page);
    const serve = (request: MiddlewareRequest, response: ServerResponse, next: (error?: unknown) => void): void => {
      const answer = this.answer(request, page, { assets: files.assets, pageOf });
      if (answer) sendAnswer(request, response, answer, headers(request)).catch(next);
      else next();
    };
    // Without a version, the path would have the default one. Before NestJS 11.2.8, a middleware could not be VERSION_NEUTRAL.
    consumer.apply(serve).forRoutes({ path: `${modulePath}${page}{/*below}`, method: RequestMethod.ALL, version: [] });
  }

  private answer(request: MiddlewareRequest, page: string, files: InboxFiles): InboxAnswer | undefined {
    const { pathname, query } = addressOf(request);
    // The path before the page is that of the application, of its proxies and of its module.
    const at = pathname.lastIndexOf(page);
    if (at < 0) return undefined;
    const answer = answerTo(pathname.slice(at + page.length), query, files, () => this.settings(request));
    const isRead = request.method === 'GET' || request.method === 'HEAD';
    return answer && !isRead ? WRONG_METHOD : answer;
  }

  /** Returns what the page reads at its start: the options that concern it, and the people of a local machine. */
  private settings(request: IncomingMessage): string {
    const { name, color, logo, language, texts, signIn, token } = this.place!.inbox;
    const people = localPeople(this.seams.effective(PrincipalResolver), request);
    return JSON.stringify({ name, color, logo, language, texts, signIn, token, people });
  }
}

/** Creates each page once: one for all, and one that lists the people of a local machine. */
const once = (create: (settings: string) => BuiltFile): ((settings: string) => BuiltFile) => {
  const pages = new Map<string, BuiltFile>();
  return (settings) => {
    const page = pages.get(settings) ?? create(settings);
    pages.set(settings, page);
    return page;
  };
};

const addressOf = ({ originalUrl, url }: MiddlewareRequest): { readonly pathname: string; readonly query: string } => {
  const address = originalUrl ?? url ?? '';
  const at = address.indexOf('?');
  return at < 0 ? { pathname: address, query: '' } : { pathname: address.slice(0, at), query: address.slice(at) };
};

/** Returns the page with the settings, so that it needs no request for them. */
const pageWithSettings = (page: BuiltFile, settings: string): BuiltFile => {
  const attribute = `<html data-settings="${escaped(settings)}" `;
  return { ...page, bytes: Buffer.from(page.bytes.toString().replace('<html ', () => attribute)) };
};

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;');

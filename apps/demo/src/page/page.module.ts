import { resolve } from 'node:path';
import { type MiddlewareConsumer, Module, type NestModule } from '@nestjs/common';
import express from 'express';
import { ServerController } from './server.controller.js';

/** The built page, from the folder in which the demo is started. */
const FOLDER = resolve('dist/demo-page');

/** Serves the page of the demo, with the chat, the inbox and the shop side by side. */
@Module({ controllers: [ServerController] })
export class PageModule implements NestModule {
  configure(consumer: MiddlewareConsumer): void {
    consumer.apply(express.static(FOLDER)).forRoutes('{*path}');
  }
}

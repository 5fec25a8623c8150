import { Module } from '@nestjs/common';
import { ApprovalsController } from './approvals.controller.js';
import { RunsController } from './runs.controller.js';

/** The door for whoever decides. */
@Module({ controllers: [ApprovalsController, RunsController] })
export class ApprovalsModule {}
